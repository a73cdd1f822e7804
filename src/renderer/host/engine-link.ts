// Whether this window can reach its engine. This is not the connection between engine and service.
import { create } from 'zustand';
import type { SiteLink } from '../../contract/further-desk.ts';
import type { AppError } from '../../domain/app-error.ts';

export type EngineLink = 'up' | 'stopped' | 'no-key';

interface Links {
  readonly link: EngineLink;
  /** The engine takes what it is asked and answers nothing, for longer than anything takes it. */
  readonly isSilent: boolean;
  /** How often this window's engine was found to answer: more of it than before says that it does again. */
  readonly engineFound: number;
  /** The same of the site desk behind the engine of a further desk. */
  readonly siteFound: number;
  /** How this further desk stands with its site desk; null where the engine is on this machine. */
  readonly site: SiteLink | null;
  /** Somebody wants to add this further desk to whoever answers at its site desk's address now. */
  readonly pairsAnew: boolean;
  set: (link: EngineLink) => void;
  setSite: (site: SiteLink) => void;
}

export const useEngineLink = create<Links>((set) => ({
  link: 'up',
  isSilent: false,
  engineFound: 0,
  siteFound: 0,
  site: null,
  pairsAnew: false,
  set: (link) =>
    set((now) => {
      if (link === 'up') return { link, isSilent: false, engineFound: now.engineFound + 1 };
      return now.link === link && !now.isSilent ? now : { link, isSilent: false };
    }),
  setSite: (site) =>
    set((now) => {
      const isBack = site.kind === 'joined' && now.site?.kind === 'away';
      return isBack ? { site, siteFound: now.siteFound + 1 } : { site };
    }),
}));

/** `no-key` is final for a window: only another link helps, in another window. */
export function reportEngineLink(link: EngineLink): void {
  const { link: now, set } = useEngineLink.getState();
  if (now !== 'no-key') set(link);
}

/** `false`: it has answered something. */
export function reportSilence(isSilent: boolean): void {
  if (useEngineLink.getState().isSilent !== isSilent) useEngineLink.setState({ isSilent });
}

export function reportSiteLink(site: SiteLink): void {
  useEngineLink.getState().setSite(site);
}

interface Found {
  readonly engine: number;
  readonly site: number;
}

/** How often each was found when these failures happened. */
const foundAtFailure = new WeakMap<AppError, Found>();

const foundNow = ({ engineFound, siteFound }: Links): Found => ({ engine: engineFound, site: siteFound });

/**
 * Notes when a failure happened that is told later, once nobody hopes for its answer any more. Whoever did not answer then may have been
 * found since, and nothing would say so afterwards.
 */
export function noteFailed(error: AppError): void {
  foundAtFailure.set(error, foundNow(useEngineLink.getState()));
}

/** How often each was found when this failure happened; where nobody noted that, it happens now. */
export function foundWhenFailed(error: AppError): Found {
  if (!foundAtFailure.has(error)) noteFailed(error);
  return foundAtFailure.get(error) ?? foundNow(useEngineLink.getState());
}

/** What is to be paired with: a site desk that this desk has no key for; null while there is none. */
export function siteToPair({
  site,
  pairsAnew,
}: Pick<Links, 'site' | 'pairsAnew'>): Extract<SiteLink, { kind: 'unpaired' }> | null {
  if (site?.kind === 'unpaired') return site;
  // The key that is kept is shown to nobody else. Only a code that both know puts another in its place. Whoever types it goes on where
  // nobody answers for a moment: the site desk may be started anew.
  return pairsAnew && site?.kind === 'away'
    ? { kind: 'unpaired', address: site.address, shutOut: false, calledLast: site.calledLast }
    : null;
}
