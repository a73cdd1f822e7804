// The service's own screen: where it sends its events, what training can ask of it, and how it answers this desk.
import { useSession } from '../../host/use-session.ts';
import { Screen } from '../../ui/screen.tsx';
import { CopyPanel } from './copy-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { DiagnosisPanel } from './diagnosis-panel.tsx';
import { ForcedErrorPanel } from './forced-error-panel.tsx';
import { IntakePanel } from './intake-panel.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import css from './service.module.css';
import { WebhookPanel } from './webhook-panel.tsx';

export function Service() {
  const training = useSession()?.mode === 'training';
  return (
    <Screen title="Service" page>
      <div className={css.columns}>
        <div className={css.column}>
          <WebhookPanel />
          <IntakePanel />
          {training && <DeliveriesPanel />}
        </div>
        {training && (
          <div className={css.column}>
            <ScenarioPanel />
            <ForcedErrorPanel />
          </div>
        )}
        <div className={css.wide}>
          <CopyPanel />
          <DiagnosisPanel />
        </div>
      </div>
    </Screen>
  );
}
