// Printed reports that the laboratory has changed since: each stays here until a person says that whoever has the paper was told.
import { UserRoundCheck } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { KeptReasonDialog, useAskedReasons, useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { outOfDateWords, reportOutWords } from './report-out-words.ts';
import css from './outbox.module.css';

type ReportOut = Output<'results.out'>['items'][number];

const formOf = (registrationId: string): string => `report-out:${registrationId}`;

export function ReportOutLine({ report, timeZone }: { report: ReportOut; timeZone: string }) {
  const reason = useReason(formOf(report.registrationId));
  const mayNot = useMayNot('results.holderTold');
  const name = report.person ? formatName(report.person) : null;
  return (
    <li className={css.row} data-about={`Printed results, ${name ?? report.trfCode ?? 'a registration'}`}>
      <div className={css.rowLine}>
        <span className={css.what}>
          <strong>Printed results are out of date</strong>
          {report.isKnown ? (
            <a href={hrefOf(links.registration(report.registrationId))}>
              {name ?? report.trfCode ?? 'Open the registration'}
            </a>
          ) : (
            <span>of a registration that is not kept here any more</span>
          )}
          {report.isKnown && name !== null && report.trfCode !== null && (
            <a href={hrefOf(links.results(report.registrationId))}>Results of {report.trfCode}</a>
          )}
        </span>
      </div>
      <p className={css.why}>{outOfDateWords(report, timeZone)}</p>
      <div className={css.actions}>
        <Button
          icon={<UserRoundCheck />}
          blocked={mayNot}
          onClick={() => reason.change({ asking: String(report.changedAtMs) })}
        >
          They were told
        </Button>
      </div>
    </li>
  );
}

/** They stand apart from the lines: a line goes when it is settled at another window. `reports`: those that are listed. */
export function ReportOutDialogs({ reports, timeZone }: { reports: readonly ReportOut[]; timeZone: string }) {
  const asked = useAskedReasons('report-out');
  return asked.map((id) => (
    <ReportOutDialog
      key={id}
      registrationId={id}
      report={reports.find(({ registrationId }) => registrationId === id) ?? null}
      timeZone={timeZone}
    />
  ));
}

function ReportOutDialog(props: { registrationId: string; report: ReportOut | null; timeZone: string }) {
  const { registrationId, report, timeZone } = props;
  const reason = useReason(formOf(registrationId));
  const told = useCommand('results.holderTold');
  const mayNot = useMayNot('results.holderTold');
  // What somebody has agreed to is about the change that they saw.
  const seenChangedAtMs = Number(reason.entry.asking);
  const isOvertaken = useOvertaken(report?.changedAtMs === seenChangedAtMs, told.busy);
  // Of a registration that is not listed nothing else says whose results they were.
  const listed = useQuery('registrations.get', report === null ? { registrationId } : skip).value;
  const title = reportOutWords(report ?? { trfCode: listed?.trfCode ?? null });
  if (isOvertaken || report === null) {
    return (
      <Overtaken
        title={title}
        words={
          report === null
            ? 'Somebody has settled this at another window.'
            : 'The laboratory has changed the results once more. Tell whoever has the paper, and say so then.'
        }
        typed={reason.entry.reason}
        onClose={reason.forget}
      />
    );
  }
  return (
    <KeptReasonDialog
      draft={reason}
      title={title}
      words={`${outOfDateWords(report, timeZone)} Write who was told, and how. The line goes away, and the activity keeps who said so.`}
      confirmWords="They were told"
      busy={told.busy}
      blocked={mayNot}
      onConfirm={(words) =>
        void told
          .run({ registrationId, seenChangedAtMs, reason: words }, { typed: reason.typed() })
          .then(({ ok }) => {
            if (ok) reason.forget();
          })
      }
    >
      {told.error && <ErrorNotice error={told.error} />}
    </KeptReasonDialog>
  );
}
