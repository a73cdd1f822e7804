// What the screens are compared with: an empty page, and a bare TanStack Virtual list of plain lines that are in memory.
// The keys E and L change between them. The address says how many rows the list has: `?rows=100000`.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createRoot } from 'react-dom/client';

const ROW_HEIGHT_PX = 62;
const ROWS_AHEAD = 8;
const rows = Number(new URLSearchParams(window.location.search).get('rows'));

function Page() {
  const [isList, setList] = useState(false);
  useEffect(() => {
    const onKey = ({ key }: globalThis.KeyboardEvent): void => {
      if (key === 'e' || key === 'l') setList(key === 'l');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return isList ? <List /> : <p data-empty="">Nothing</p>;
}

function List() {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_AHEAD,
  });
  return (
    <div ref={scroller} data-scroller="" style={{ height: '90vh', overflow: 'auto' }} onKeyDown={moveFocus}>
      <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            data-row=""
            style={{
              position: 'absolute',
              height: ROW_HEIGHT_PX,
              transform: `translateY(${start}px)`,
            }}
          >
            <a href={`#${index}`}>Row {index + 1}</a>
          </div>
        ))}
      </div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  (event.target as Element).closest('[data-row]')?.nextElementSibling?.querySelector('a')?.focus();
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
