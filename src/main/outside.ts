// Opens an address in the computer's own browser, for a person who pressed a link. The screens say first where it leads.
import { shell } from 'electron';
import { outsideLinkProblem } from '../domain/outside-link.ts';

export interface Outside {
  /** Whether the browser was asked to open it. An address that the rule refuses is opened by nothing. */
  open(address: unknown): Promise<boolean>;
}

/** `isAllowed`: the managed setting; at a desk that shows nothing else, no address is opened. */
export function createOutside({ isAllowed }: { readonly isAllowed: boolean }): Outside {
  return {
    async open(address) {
      if (!isAllowed || typeof address !== 'string' || outsideLinkProblem(address) !== null) return false;
      // As the rule has read it: the operating system gets no other spelling.
      const { href } = new URL(address);
      if (outsideLinkProblem(href) !== null) return false;
      try {
        await shell.openExternal(href);
        return true;
      } catch {
        return false;
      }
    },
  };
}
