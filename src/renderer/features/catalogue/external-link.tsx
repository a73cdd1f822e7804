// A link out of the desk: it says where it leads, and nothing is loaded before somebody opens it.
import { ExternalLink as Icon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './catalogue.module.css';

export function ExternalLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a className={css.external} href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <Icon aria-hidden="true" size={14} />
      <span className={css.host}> ({new URL(address).host || address})</span>
      <span className="visually-hidden"> opens in a browser</span>
    </a>
  );
}
