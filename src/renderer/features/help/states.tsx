// What each state means: of a visit, of a change for the service, of a print job. Word, icon and colour as on the screens.
import { DESK_STATES } from '../../../domain/visit.ts';
import { SHOWN_STATES } from '../../../domain/outbox-state.ts';
import { PRINT_JOB_STATES } from '../../../domain/print-job-state.ts';
import { StateBadge } from '../../shared/visit/state-badge.tsx';
import { jobWords } from '../../shared/words/job-words.ts';
import { outboxStateWords } from '../../shared/words/outbox-state-words.ts';
import css from './help.module.css';
import { CHANGE_MEANINGS, PRINT_MEANINGS, VISIT_MEANINGS } from './state-meanings.ts';

export function States() {
  return (
    <>
      <h2 id="visits">A visit</h2>
      <dl className={css.meanings}>
        {DESK_STATES.map((state) => (
          <div key={state}>
            <dt>
              <StateBadge
                visit={{
                  person: null,
                  deskState: state,
                  sample: 'taken',
                  merelyHeld: false,
                  finishedAtService: false,
                  troubles: [],
                }}
              />
            </dt>
            <dd>{VISIT_MEANINGS[state]}</dd>
          </div>
        ))}
      </dl>
      <h2 id="changes">A change for the service</h2>
      <dl className={css.meanings}>
        {SHOWN_STATES.map((state) => (
          <div key={state}>
            <dt>{outboxStateWords(state)}</dt>
            <dd>{CHANGE_MEANINGS[state]}</dd>
          </div>
        ))}
      </dl>
      <h2 id="labels">A print job</h2>
      <dl className={css.meanings}>
        {PRINT_JOB_STATES.map((state) => (
          <div key={state}>
            <dt>{jobWords(state, 'label').word}</dt>
            <dd>{PRINT_MEANINGS[state]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
