// The list of all registrations that are stored here, narrowed by what stands in the address.
import { ClipboardPenLine, FilterX, SearchX, Telescope } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { Output } from '../../../contract/index.ts';
import type { RegistrationFilterView } from '../../../contract/registration-views.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { links } from '../../shared/links.ts';
import { useLastAnswer } from '../../shared/use-last-answer.ts';
import { FindAtService } from '../../shared/registration/find-at-service.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterAddress, filterOf, WHOLE_LIST, type ListFilter } from './filter-address.ts';
import { useListText } from './list-text.ts';
import { firstPart, PAGE_ROWS } from './list-pages.ts';
import css from './registrations.module.css';
import { RegistrationTable } from './registration-table.tsx';

type List = Output<'registrations.list'>;

export function RegistrationList({ address }: { address: string }) {
  const [, navigate] = useLocation();
  const desk = useDesk();
  const session = useSession();
  const { text, set: setText } = useListText();
  // The list follows a moment behind the keys, so that each of them is on the screen at once.
  const wantedText = useDeferredValue(text.trim());
  const filter = useMemo(() => filterOf(address), [address]);
  const asked = useMemo(() => ({ ...filter, text: wantedText }), [filter, wantedText]);
  const { value, error } = useQuery('registrations.list', { filter: asked, from: 0, count: PAGE_ROWS });
  // The rows that are there stay until those of the next filter have come.
  const answered = useMemo(() => value && { list: value, filter: asked }, [value, asked]);
  const shown = useLastAnswer({ value: answered, error });
  const list = shown?.list ?? null;
  const isNarrowed = isNarrowedBy(asked);

  const narrow = (next: ListFilter): void => {
    const said = filterAddress(next);
    // On its way while the screen is drawn for the new address.
    desk.askAhead(firstPart({ ...filterOf(said), text: wantedText }));
    navigate(said === '' ? links.registrations : links.registrationsBy(said));
  };
  const clear = (): void => {
    setText('');
    narrow(WHOLE_LIST);
  };
  return (
    <Screen
      title="Registrations"
      fill
      aside={
        <>
          {shown && (shown.list.total > 0 || shown.list.asOfMs !== null) && (
            <span role="status" aria-live="polite">
              {countWords(shown.list.total, isNarrowedBy(shown.filter))}
            </span>
          )}
          {list && session && <AsOf asOfMs={list.asOfMs} timeZone={session.timeZone} />}
        </>
      }
      below={
        <FilterBar
          text={text}
          onText={setText}
          filter={filter}
          onFilter={narrow}
          onClear={isNarrowed ? clear : null}
          isListThere={list !== null || error !== null}
        />
      }
    >
      {error && !list && <ErrorNotice error={error} />}
      {!list && !error && <SkeletonRows count={8} label="The registrations are being read" />}
      {shown && shown.list.total > 0 && session && (
        <RegistrationTable
          filter={shown.filter}
          first={shown.list}
          isCurrent={value !== null && wantedText === text.trim()}
          timeZone={session.timeZone}
          today={session.today}
        />
      )}
      {list?.total === 0 && (
        <Nothing list={list} isNarrowed={isNarrowed} filter={filter} text={wantedText} onClear={clear} />
      )}
    </Screen>
  );
}

const isNarrowedBy = ({ text, ...filter }: RegistrationFilterView): boolean =>
  text !== '' || filterAddress(filter) !== '';

function countWords(total: number, isNarrowed: boolean): string {
  const number = groupedDigits(total);
  if (isNarrowed) return total === 1 ? '1 fits' : `${number} fit`;
  return total === 1 ? '1 registration' : `${number} registrations`;
}

/** Why there is nothing, as far as that is known: never "there is none" before all was read. */
function Nothing(props: {
  list: List;
  isNarrowed: boolean;
  filter: ListFilter;
  text: string;
  onClear: () => void;
}) {
  const { list, isNarrowed, filter, text } = props;
  const isCutOff = useCutOff();
  if (!isNarrowed) {
    if (list.asOfMs === null) {
      return (
        <EmptyState icon={<Telescope size={26} />} title="Not read yet">
          {isCutOff
            ? 'The service cannot be asked, and its registrations were never read here. They come with the connection.'
            : 'The registrations are being read from the service now.'}
        </EmptyState>
      );
    }
    return (
      <EmptyState icon={<ClipboardPenLine size={26} />} title="The service has no registrations">
        They appear here as soon as one is made.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX size={26} />}
      title={list.asOfMs === null ? 'None of those read so far fits' : 'No registration here fits'}
    >
      <div className={css.none}>
        {filter.locationId !== null && (
          <p>
            Only those whose appointment was read here can be found by location; the service is not asked
            again for appointments of finished registrations.
          </p>
        )}
        <Button icon={<FilterX />} onClick={props.onClear}>
          Show all registrations
        </Button>
        {text !== '' && <FindAtService text={text} />}
      </div>
    </EmptyState>
  );
}
