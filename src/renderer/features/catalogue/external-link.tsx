// A link out of the desk: it says where it leads, and nothing is loaded before somebody opens it. An address that is not opened
// from here is shown with the reason; every address can be copied.
import { Copy, ExternalLink as Icon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { outsideLinkProblem, type OutsideLinkProblem } from '../../../domain/outside-link.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useSession } from '../../host/use-session.ts';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/toast-store.ts';
import css from './catalogue.module.css';

const WHY_NOT: Readonly<Record<OutsideLinkProblem, string>> = {
  'not-an-address': 'it is no web address',
  'not-https': 'it is not an https address',
  'has-credentials': 'it has a user name in it, which can hide where it leads',
  disguised: 'its name has letters that can look like others',
  'not-public': 'it leads to a machine of this site',
  'too-long': 'it is too long',
};
const LONGEST_SHOWN = 80;

/** The host where there is one, else the address; cut where it is long. */
function placeOf(address: string): string {
  const place = URL.canParse(address) ? new URL(address).host || address : address;
  return place.length > LONGEST_SHOWN ? `${place.slice(0, LONGEST_SHOWN)}…` : place;
}

export function ExternalLink({ address, children }: { address: string; children: ReactNode }) {
  const { host } = useDesk();
  const isAllowed = useSession()?.outsideLinks ?? false;
  const problem = outsideLinkProblem(address);
  const why = problem !== null ? WHY_NOT[problem] : isAllowed ? null : 'this desk opens no other pages';
  const place = <span className={css.host}> ({placeOf(address)})</span>;
  const copy = (
    <button
      type="button"
      className={css.copy}
      aria-label={`Copy the address ${placeOf(address)}`}
      title={address}
      onClick={() => void copyText(address)}
    >
      <Copy aria-hidden="true" size={14} />
    </button>
  );
  if (why !== null) {
    return (
      <span className={css.external}>
        {children}
        {place} <span className={css.host}>not opened from here: {why}</span> {copy}
      </span>
    );
  }
  // In the desktop app no window can be opened; the address goes to the computer's browser, which checks it once more.
  const { openOutside } = host;
  const open = (event: MouseEvent): void => {
    if (!openOutside) return;
    event.preventDefault();
    void openOutside(address).then((isOpen) =>
      notify(isOpen ? 'Opened in your browser' : 'The browser cannot be opened. Copy the address instead.'),
    );
  };
  return (
    <span className={css.external}>
      <a href={address} target="_blank" rel="noopener noreferrer nofollow" onClick={open}>
        {children}
        <Icon aria-hidden="true" size={14} />
        {place}
        <span className="visually-hidden"> opens in your browser</span>
      </a>{' '}
      {copy}
    </span>
  );
}
