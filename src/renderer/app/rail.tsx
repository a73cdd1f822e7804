// The bar of screens, in groups. A number beside a screen says how much there waits for a person.
import { TestTubes } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useIsTraining } from '../host/use-session.ts';
import { useDesk } from '../host/desk-context.ts';
import { RAIL_GROUPS, routes } from '../routes.ts';
import { links } from '../shared/links.ts';
import { classNames } from '../ui/class-names.ts';
import { asksFirst } from './asks-first.ts';
import { useConnection } from './connection-badge.tsx';
import { goWhenThere } from './go-when-there.ts';
import css from './rail.module.css';

export function Rail() {
  const [path, navigate] = useLocation();
  const desk = useDesk();
  const isTraining = useIsTraining();
  const connection = useConnection();
  const places = routes.flatMap(({ path: to, rail, trainingOnly }) =>
    rail && (trainingOnly !== true || isTraining)
      ? { ...rail, path: to, count: (rail.count && connection?.[rail.count]) ?? 0 }
      : [],
  );
  const groups = RAIL_GROUPS.map(({ group, words }) => ({
    group,
    words,
    shown: places.filter((place) => place.group === group),
  })).filter(({ shown }) => shown.length > 0);
  const isHere = (to: string): boolean =>
    to === path ||
    (to !== links.board && path.startsWith(`${to}/`)) ||
    (to === links.board && (path.startsWith(links.visit('')) || path.startsWith(links.day(''))));
  return (
    <nav className={css.rail} aria-label="Main">
      <p className={css.brand}>
        <TestTubes aria-hidden="true" size={26} strokeWidth={2} />
        <span>Drawdesk</span>
      </p>
      {groups.map(({ group, words, shown }) => (
        <div key={group} className={css.group}>
          <p id={`rail-${group}`} className={css.groupWords}>
            {words}
          </p>
          <ul aria-labelledby={`rail-${group}`}>
            {shown.map((place) => (
              <li key={place.path}>
                <Link
                  href={place.path}
                  onPointerDown={() => asksFirst(place.path).forEach(desk.askAhead)}
                  onClick={(event) => {
                    event.preventDefault();
                    goWhenThere(place.path, asksFirst(place.path), { desk, navigate });
                  }}
                  className={classNames(css.place, isHere(place.path) && css.here)}
                  aria-current={isHere(place.path) ? 'page' : undefined}
                >
                  <place.icon aria-hidden="true" size={20} strokeWidth={2} />
                  <span>{place.words}</span>
                  {place.count > 0 && (
                    <span className={css.count}>
                      {place.count}
                      <span className="visually-hidden"> need attention</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
