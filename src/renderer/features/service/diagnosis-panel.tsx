// How the service answers this desk, for whoever looks for a fault; as plain text for the clipboard as well.
import type { Output } from '../../../contract/index.ts';
import { shownSecondsAt } from '../../../domain/site-time.ts';
import { useAskedAgain } from '../../host/use-asked-again.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScrollSideways } from '../../ui/scroll-sideways.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { answerWords, diagnosisLines, diagnosisText } from './diagnosis-text.ts';
import css from './service.module.css';

export function DiagnosisPanel() {
  const diagnosis = useQuery('service.diagnosis', {});
  const timeZone = useTimeZone();
  useAskedAgain(diagnosis.refresh);
  const text = diagnosis.value ? diagnosisText(diagnosis.value, timeZone) : '';
  return (
    <Panel
      title="Connection diagnosis"
      aside={
        <CopyButton
          text={text}
          words="Copy the diagnosis"
          blocked={text === '' ? 'It is being read.' : null}
        />
      }
    >
      {diagnosis.error && !diagnosis.value && <ErrorNotice error={diagnosis.error} />}
      {!diagnosis.value && !diagnosis.error && <SkeletonRows count={5} label="The diagnosis is being read" />}
      {diagnosis.value && (
        <>
          <dl className={css.facts}>
            {diagnosisLines(diagnosis.value).map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Answers answers={diagnosis.value.answers} timeZone={timeZone} />
          <details className={css.details}>
            <summary>What is copied: this text and nothing else. No names, no codes.</summary>
            <pre className={css.copied}>{text}</pre>
          </details>
        </>
      )}
    </Panel>
  );
}

function Answers(props: { answers: Output<'service.diagnosis'>['answers']; timeZone: string }) {
  if (props.answers.length === 0) return <p className={css.quiet}>No request has ended yet.</p>;
  return (
    <ScrollSideways label="Last answers">
      <table className={css.table} aria-label="Last answers">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Endpoint</th>
            <th scope="col">Answer</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {props.answers.map((answer, index) => (
            <tr key={`${answer.endedAtMs} ${answer.endpoint} ${index}`}>
              <td>
                <time>{shownSecondsAt(answer.endedAtMs, props.timeZone)}</time>
              </td>
              <td>{answer.endpoint}</td>
              <td className={classNames(answer.failure !== null && css.bad)}>{answerWords(answer)}</td>
              <td>{answer.tookMs} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollSideways>
  );
}
