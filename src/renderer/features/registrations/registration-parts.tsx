// What only the service has about a registration: each part is read when somebody asks for it.
import { CloudDownload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RegistrationDetailView, RegistrationPart } from '../../../contract/registration-views.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useAskOnceBack } from '../../shared/connection/use-ask-once-back.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { keptWords, readingWords } from '../../shared/words/kept-words.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { matterOf, UNREAD_MATTER } from './about-matter.ts';
import css from './registrations.module.css';

interface PartWords {
  readonly part: RegistrationPart;
  readonly title: string;
  readonly read: string;
  readonly none: string;
}

const PARTS: readonly PartWords[] = [
  {
    part: 'products',
    title: 'Products and biomarkers',
    read: 'Read the products',
    none: 'The service lists no products for it.',
  },
  { part: 'order', title: 'Order', read: 'Read the order', none: 'It came from no order.' },
  {
    part: 'patient',
    title: 'Patient’s record',
    read: 'Read the patient',
    none: 'No patient is assigned at the service.',
  },
  {
    part: 'appointment',
    title: 'Appointment',
    read: 'Read the appointment',
    none: 'The service has no appointment for it.',
  },
  {
    part: 'lab-id',
    title: 'Laboratory id',
    read: 'Read the laboratory id',
    none: 'The laboratory has given it no id yet.',
  },
];

/** The screen of what a part names, where it has one of its own. */
const LEADS_TO: Readonly<Partial<Record<RegistrationPart, (id: string) => string>>> = {
  products: links.product,
  order: links.order,
};

export function RegistrationParts(props: { registration: RegistrationDetailView; timeZone: string }) {
  const { registration, timeZone } = props;
  const [seen, setSeen] = useState(UNREAD_MATTER);
  const matter = matterOf(seen, registration);
  if (matter !== seen) setSeen(matter);
  if (registration.serviceId === null) {
    return (
      <Panel title="At the service">
        <p className={css.quiet}>The service does not know of this registration yet.</p>
      </Panel>
    );
  }
  return (
    <Panel title="At the service">
      <p className={css.quiet}>These are read only when you ask for them.</p>
      <div>
        {PARTS.map((words) => (
          <Part
            key={`${words.part} ${registration.id} ${matter.number}`}
            words={words}
            registrationId={registration.id}
            timeZone={timeZone}
          />
        ))}
      </div>
    </Panel>
  );
}

function Part(props: { words: PartWords; registrationId: string; timeZone: string }) {
  const { words, registrationId } = props;
  const [isAsked, setAsked] = useState(false);
  const answer = useQuery('registrations.part', isAsked ? { registrationId, part: words.part } : skip);
  useAskOnceBack(answer);
  const { value, error } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  const isRead = value !== null;
  // The pressed button goes once the answer is there: the keys go on at what was read.
  useEffect(() => {
    if (isRead && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isRead]);
  return (
    <section className={css.part} aria-label={words.title}>
      <div className={css.partHead}>
        <h3 ref={heading} tabIndex={-1}>
          {words.title}
        </h3>
        {value ? (
          <AsOf asOfMs={value.fetchedAtMs} timeZone={props.timeZone} />
        ) : (
          <Button
            icon={<CloudDownload />}
            busy={answer.loading}
            onClick={() => (isAsked ? answer.refresh() : setAsked(true))}
          >
            {words.read}
          </Button>
        )}
      </div>
      {isAsked && !value && !error && <SkeletonRows count={1} label={`${words.title}: being read`} />}
      {error && !value && (
        <ErrorNotice error={error} words={readingWords(error)}>
          {error.kind === 'offline' && <p>Not known while the connection is down: it was never read here.</p>}
        </ErrorNotice>
      )}
      {value && !value.live && (
        <p className={css.quiet} role="status">
          {keptWords(value.problem, 'this is as it was read last')}{' '}
          {value.problem !== null && (
            <Button size="small" busy={answer.loading} onClick={answer.refresh}>
              Ask again
            </Button>
          )}
        </p>
      )}
      {value?.items.length === 0 && <p>{words.none}</p>}
      {value?.items.map((item, index) => (
        <div key={item.linkedId ?? index}>
          <p className={words.part === 'lab-id' ? css.code : undefined}>
            <PartTitle part={words.part} title={item.title} linkedId={item.linkedId} />
          </p>
          {item.lines.length > 0 && (
            <dl className={css.facts}>
              {item.lines.map(({ name, text }) => (
                <div key={name} style={{ display: 'contents' }}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
    </section>
  );
}

function PartTitle(props: { part: RegistrationPart; title: string; linkedId: string | null }) {
  const { linkedId, title } = props;
  const leadsTo = LEADS_TO[props.part];
  if (linkedId === null || !leadsTo) return <strong>{title}</strong>;
  return (
    <a href={hrefOf(leadsTo(linkedId))}>
      <strong>{title}</strong>
    </a>
  );
}
