// The commands behind what a person can choose to do about a change.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import type { TypedForm } from '../../../contract/typed-form.ts';
import type { ChangeChoice } from '../../../domain/outbox-state.ts';
import { useCommand } from '../../host/use-command.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';

/** The order that a doubtful one may have made, where one appeared and no other; its id is kept when it is said to be done. */
function onlyOrderFound({ kind, evidence }: OutboxRowView): string | null {
  const [only, ...others] = kind === 'order.create' ? (evidence?.found ?? []) : [];
  return only && others.length === 0 ? only.id : null;
}

/** Those that take a reason answer whether they were carried out. @example useChoices(row).atOnce('look-again') */
export function useChoices(row: OutboxRowView) {
  const retry = useCommand('outbox.retry');
  const discard = useCommand('outbox.discard');
  const link = useCommand('outbox.linkExisting');
  const repeat = useCommand('outbox.repeat');
  const settle = useCommand('outbox.settle');
  const mayNotDiscard = useMayNot('outbox.discard');
  const mayNotRepeat = useMayNot('outbox.repeat');
  const mayNotSettle = useMayNot('outbox.settle');
  const all = [retry, discard, link, repeat, settle];
  const rowId = row.id;
  return {
    busy: all.some((command) => command.busy),
    error: all.find((command) => command.error !== null)?.error ?? null,
    /** Why a choice is not for whoever is at the window; null when it is. */
    blocked(choice: ChangeChoice): string | null {
      switch (choice) {
        case 'said-done':
          return mayNotSettle;
        case 'repeat':
          return mayNotRepeat;
        case 'give-up':
          return mayNotDiscard;
        default:
          return null;
      }
    },
    atOnce(choice: ChangeChoice): void {
      if (choice === 'link-existing') void link.run({ rowId });
      if (choice === 'send-again' || choice === 'look-again') void retry.run({ rowId });
    },
    async withReason(choice: ChangeChoice, reason: string, typed: TypedForm | null): Promise<boolean> {
      switch (choice) {
        case 'said-done':
          return (await settle.run({ rowId, reason, madeId: onlyOrderFound(row) }, { typed: typed })).ok;
        case 'repeat':
          return (await repeat.run({ rowId, reason }, { typed: typed })).ok;
        default:
          return (await discard.run({ rowId, reason }, { typed: typed })).ok;
      }
    },
  };
}
