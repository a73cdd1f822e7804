// Where one can go. Numbers stand beside what waits for a person.
import {
  ClipboardList,
  CloudUpload,
  GraduationCap,
  History,
  ListOrdered,
  Printer,
  TestTubes,
  type LucideIcon,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../host/use-session.ts';
import { classNames } from '../ui/class-names.ts';
import { useConnection } from './connection-badge.tsx';
import css from './rail.module.css';

interface Place {
  readonly path: string;
  readonly words: string;
  readonly icon: LucideIcon;
  readonly count?: number | undefined;
}

export function Rail() {
  const [path] = useLocation();
  const session = useSession();
  const connection = useConnection();
  const places: Place[] = [
    { path: '/', words: 'Board', icon: ClipboardList },
    { path: '/worklist', words: 'Worklist', icon: ListOrdered },
    { path: '/waiting', words: 'Outbox', icon: CloudUpload, count: connection?.attention },
    { path: '/printing', words: 'Printing', icon: Printer, count: connection?.printProblems },
    { path: '/activity', words: 'Activity', icon: History },
    ...(session?.mode === 'training' ? [{ path: '/training', words: 'Training', icon: GraduationCap }] : []),
  ];
  const isHere = (place: Place): boolean =>
    place.path === path || (place.path === '/' && path.startsWith('/visit/'));
  return (
    <nav className={css.rail} aria-label="Main">
      <p className={css.brand}>
        <TestTubes aria-hidden="true" size={26} strokeWidth={2} />
        <span>Drawdesk</span>
      </p>
      <ul>
        {places.map((place) => (
          <li key={place.path}>
            <Link
              href={place.path}
              className={classNames(css.place, isHere(place) && css.here)}
              aria-current={isHere(place) ? 'page' : undefined}
            >
              <place.icon aria-hidden="true" size={21} strokeWidth={2} />
              <span>{place.words}</span>
              {place.count !== undefined && place.count > 0 && (
                <span className={css.count}>
                  {place.count}
                  <span className="visually-hidden"> need attention</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
