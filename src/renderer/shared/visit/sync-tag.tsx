// Says how far the service knows a record. Shows nothing when it knows it.
import { CloudUpload, CircleHelp, RefreshCw, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { SyncTag as Tag } from '../../../domain/visit.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './sync-tag.module.css';

const TAGS: Readonly<Record<Exclude<Tag, 'synced'>, { word: string; icon: LucideIcon; tone: string }>> = {
  attention: { word: 'Needs attention', icon: TriangleAlert, tone: 'bad' },
  unsure: { word: 'Being checked', icon: CircleHelp, tone: 'warning' },
  sending: { word: 'Sending', icon: RefreshCw, tone: 'plain' },
  waiting: { word: 'Waiting to be sent', icon: CloudUpload, tone: 'plain' },
};

/** Nothing for what the service knows already. @example <SyncTag tag={visit.sync} /> */
export function SyncTag({ tag }: { tag: Tag }) {
  if (tag === 'synced') return null;
  const { word, icon: Icon, tone } = TAGS[tag];
  return (
    <span className={classNames(css.tag, css[tone])}>
      <Icon aria-hidden="true" size={14} strokeWidth={2.3} />
      {word}
    </span>
  );
}
