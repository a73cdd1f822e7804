// What can be done with an open document.
import {
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  MoveHorizontal,
  PanelLeft,
  Printer,
  RotateCw,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './document-viewer.module.css';
import type { PageSpan } from './print-pages.ts';

export interface ToolbarProps {
  /** Null: nothing is open, and nothing can be pressed but what does not need it. */
  pages: number | null;
  current: number;
  percent: number;
  fitted: 'width' | 'page' | null;
  thumbnailsShown: boolean;
  findShown: boolean;
  printing: boolean;
  span: PageSpan;
  /** The printer for whole pages; null: the browser's own printing is the only way. */
  office: { readonly name: string; readonly busy: boolean; readonly onPrint: () => void } | null;
  noun: string;
  /** Why it is not printed although it is shown, in words; null where it may be. */
  notPrinted: string | null;
  /** The same for a file. */
  notSaved: string | null;
  onGo: (page: number) => void;
  onThumbnails: () => void;
  onZoom: (direction: 1 | -1) => void;
  onFit: (fit: 'width' | 'page') => void;
  onTurn: () => void;
  onFind: () => void;
  onSave: () => void;
  onPrint: () => void;
}

export function ViewerToolbar(props: ToolbarProps) {
  const { pages, current } = props;
  const blocked = pages === null ? `The ${props.noun} is not open yet.` : null;
  const noPrint = blocked ?? props.notPrinted;
  const tool = (label: string, icon: ReactNode, onClick: () => void, rest: object = {}) => (
    <Button
      size="small"
      aria-label={label}
      title={label}
      icon={icon}
      blocked={blocked}
      onClick={onClick}
      {...rest}
    />
  );
  const isAll = pages === null || (props.span.from === 1 && props.span.to === pages);
  return (
    <div className={css.toolbar} role="toolbar" aria-label={`Tools for the ${props.noun}`}>
      <div className={css.group}>
        {tool('Pages in small', <PanelLeft />, props.onThumbnails, { 'aria-pressed': props.thumbnailsShown })}
        {tool('Previous page', <ChevronLeft />, () => props.onGo(current - 1))}
        <PageField pages={pages} current={current} onGo={props.onGo} />
        {tool('Next page', <ChevronRight />, () => props.onGo(current + 1))}
      </div>
      <div className={css.group}>
        {tool('Smaller', <ZoomOut />, () => props.onZoom(-1))}
        <span className={css.percent}>{pages === null ? '–' : `${props.percent} %`}</span>
        {tool('Larger', <ZoomIn />, () => props.onZoom(1))}
        {tool('Fit the width', <MoveHorizontal />, () => props.onFit('width'), {
          'aria-pressed': props.fitted === 'width',
        })}
        {tool('Fit the page', <Maximize />, () => props.onFit('page'), {
          'aria-pressed': props.fitted === 'page',
        })}
        {tool('Turn to the right', <RotateCw />, props.onTurn)}
      </div>
      <div className={css.group}>
        {tool('Find', <Search />, props.onFind, {
          'aria-expanded': props.findShown,
          'aria-keyshortcuts': 'Control+F',
        })}
        <Button
          size="small"
          icon={<Download />}
          blocked={blocked ?? props.notSaved}
          aria-keyshortcuts="Control+S"
          onClick={props.onSave}
        >
          Save as
        </Button>
        {props.office ? (
          <>
            <Button size="small" blocked={noPrint} busy={props.printing} onClick={props.onPrint}>
              {isAll ? 'Print another way' : `Print pages ${props.span.from} to ${props.span.to} another way`}
            </Button>
            <Button
              look="main"
              icon={<Printer />}
              blocked={noPrint}
              busy={props.office.busy}
              aria-keyshortcuts="Control+P"
              title={`Prints all pages on ${props.office.name}`}
              onClick={props.office.onPrint}
            >
              Print
            </Button>
          </>
        ) : (
          <Button
            look="main"
            icon={<Printer />}
            blocked={noPrint}
            busy={props.printing}
            aria-keyshortcuts="Control+P"
            onClick={props.onPrint}
          >
            {isAll ? 'Print' : `Print pages ${props.span.from} to ${props.span.to}`}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is typed counts when it is finished, with Enter or by leaving the field. */
function PageField({
  pages,
  current,
  onGo,
}: {
  pages: number | null;
  current: number;
  onGo: (page: number) => void;
}) {
  const [typed, setTyped] = useState(String(current));
  useEffect(() => setTyped(String(current)), [current]);
  const finish = (): void => {
    const wanted = Number.parseInt(typed, 10);
    if (pages !== null && wanted >= 1 && wanted <= pages && wanted !== current) onGo(wanted);
    else setTyped(String(current));
  };
  return (
    <label className={css.pageField}>
      Page
      <input
        inputMode="numeric"
        autoComplete="off"
        value={pages === null ? '' : typed}
        readOnly={pages === null}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
        }}
      />
      <span>of {pages ?? '…'}</span>
    </label>
  );
}
