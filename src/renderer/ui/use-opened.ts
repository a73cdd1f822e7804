// What a screen has open above it, one at a time.
import { useState } from 'react';

/**
 * What is open, such as a dialog about a person; null while nothing is. `close` closes what was open when it was drawn and nothing
 * else: an answer that comes after its dialog was closed must not take away the next one, with what is typed in it.
 * @example const { opened, open, close } = useOpened<{ kind: 'pin'; initials: string }>();
 */
export function useOpened<Opened extends object>(): {
  readonly opened: Opened | null;
  readonly open: (next: Opened) => void;
  readonly close: () => void;
} {
  const [opened, setOpened] = useState<Opened | null>(null);
  return { opened, open: setOpened, close: () => setOpened((now) => (now === opened ? null : now)) };
}
