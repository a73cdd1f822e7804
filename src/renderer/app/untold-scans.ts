// Scans that came while wrong labels were shown and that the engine could not be told of, because its process was gone. They are kept
// in this window's memory alone and told once it answers again, each under the id of its first try, so that it is recorded once.
import type { Input } from '../../contract/index.ts';
import type { ScanOutcome } from '../../contract/scan.ts';
import type { Result } from '../../domain/app-error.ts';
import { MOST_WRONG_LABELS } from '../../domain/paper.ts';
import type { DeskClient } from '../host/desk-client.ts';
import { whenPersonChanges } from '../host/next-person.ts';

const AGAIN_MS = 2_000;

/** A scan and who made it, as it is told however often. */
export interface ToldScan {
  readonly commandId: string;
  readonly actor: string;
  readonly input: Input<'scan.submit'>;
}

/** `actor`: the initials of who scanned it, which perhaps waited. */
export const asTold = (input: Input<'scan.submit'>, actor: string): ToldScan => ({
  commandId: crypto.randomUUID(),
  actor,
  input,
});

export const tell = (
  desk: Pick<DeskClient, 'command'>,
  { commandId, actor, input }: ToldScan,
): Promise<Result<ScanOutcome>> => desk.command('scan.submit', input, { commandId, actor });

/** The engine has not had it, or its answer was lost. */
const isUntold = (answer: Result<ScanOutcome>): boolean => !answer.ok && answer.error.retry !== 'never';

let untold: readonly ToldScan[] = [];
// Nothing is recorded in the name of somebody who did not scan it.
whenPersonChanges(() => (untold = []));

/**
 * Keeps a scan where it could not be told, and tells it again until there is an answer. `inTurn` does its work after the scans that
 * came before, and none after it; `answered` gets what came of each.
 */
export function keepIfUntold(
  scan: ToldScan,
  answer: Result<ScanOutcome>,
  way: {
    readonly desk: Pick<DeskClient, 'command'>;
    readonly inTurn: (work: () => Promise<void>) => void;
    readonly answered: (outcome: ScanOutcome) => void;
  },
): void {
  if (!isUntold(answer) || untold.length >= MOST_WRONG_LABELS) return;
  untold = [...untold, scan];
  if (untold.length === 1) tellLater();

  function tellLater(): void {
    setTimeout(() => way.inTurn(tellAll), AGAIN_MS);
  }
  async function tellAll(): Promise<void> {
    for (let next = untold[0]; next !== undefined; next = untold[0]) {
      const said = await tell(way.desk, next);
      if (isUntold(said)) return tellLater();
      // Somebody else may have signed in while it was told.
      untold = untold.filter((one) => one !== next);
      if (said.ok) way.answered(said.value);
    }
  }
}
