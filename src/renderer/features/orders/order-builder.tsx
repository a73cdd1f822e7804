// Builds an order: what, how it is shipped, who pays, where and when. What is entered is kept, also over a reload.
import { PackageX, Send, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Input } from '../../../contract/index.ts';
import { amountWords } from '../../../domain/amount-words.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { needsAddress, sendsKit, type ShippingChoice } from '../../../domain/order.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { useAskOnceBack } from '../../shared/connection/use-ask-once-back.ts';
import { useWhyCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { links } from '../../shared/links.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { errorWords } from '../../shared/words/error-words.ts';
import { notToldWords } from '../../shared/words/kept-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusNextHeading } from '../../ui/focus-heading.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLast } from '../../ui/use-last.ts';
import { notify } from '../../ui/toast-store.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import { CustomerFields } from './customer-fields.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import {
  EMPTY_ORDER,
  chosenShipping,
  readOrder,
  severalCurrenciesNow,
  termsOf,
  totalNow,
  withFirstPrices,
} from './order-draft.ts';
import type { OrderEntry, Terms } from './order-draft.ts';
import { ItemPicker } from './item-picker.tsx';
import { changedSinceAsked, orderQuestion } from './order-question.ts';
import { noTotalWords } from './order-words.ts';
import { PlaceOrderDialog } from './place-order-dialog.tsx';
import { ShippingPicker } from './shipping-picker.tsx';
import css from './orders.module.css';

const MINUTE_MS = 60_000;

/** What a person is asked about, as it was when they were. */
interface Asked {
  readonly draft: Input<'orders.create'>;
  readonly terms: Terms;
  readonly shipping: ShippingChoice;
}

/** Whoever may not order is told so before they enter anything. */
export function OrderBuilder() {
  const mayNot = useMayNot('orders.create');
  const draft = useDraft('order', EMPTY_ORDER);
  if (mayNot !== null) {
    return (
      <Screen title="Build an order">
        <EmptyState icon={<PackageX size={26} />} title="You cannot place orders">
          {mayNot}
        </EmptyState>
      </Screen>
    );
  }
  if (!draft.isLoaded) {
    return (
      <Screen title="Build an order">
        <SkeletonRows count={6} label="The order is being read" />
      </Screen>
    );
  }
  return <Builder draft={draft} />;
}

function Builder({ draft }: { draft: Draft<OrderEntry> }) {
  const [, navigate] = useLocation();
  const { entry, change } = draft;
  const session = useSession();
  const [attempt, setAttempt] = useState(0);
  const create = useCommand('orders.create');
  const cutOff = useWhyCutOff();
  const mayNotSee = useMayNot('orders.customers');
  const listsCustomers = mayNotSee === null && entry.customerKind === 'known';
  const customers = useQuery('orders.customers', listsCustomers ? {} : skip).value?.items ?? [];
  const productIds = entry.lines.map(({ productId }) => productId);
  const listed = useQuery('products.list', {}).value?.items ?? [];
  const withdrawn = new Set(listed.flatMap(({ id, isWithdrawn }) => (isWithdrawn ? [id] : [])));
  const told = useQuery('orders.terms', { productIds });
  useAskOnceBack(told);
  // While those of a product that was just added are read, the others stay as they were.
  const terms = termsOf(useLast(told.value));
  // Prices are read anew while the order is built; what somebody has told the customer is not to change without a word.
  const noted = withFirstPrices(entry, terms);
  useEffect(() => {
    if (noted !== null) change({ lines: noted });
  });
  const timeZone = session?.timeZone ?? 'Europe/London';
  // Appointments begin at full minutes.
  const nowMs = useNowMs(MINUTE_MS);
  const now = { today: session?.today ?? '', nowMs, withdrawn };
  const reading = readOrder(entry, terms, now);
  const problems = attempt > 0 && reading.kind === 'problems' ? reading.problems : [];
  const problemOf = (fieldId: string): string | undefined =>
    problems.find((problem) => problem.fieldId === fieldId)?.words;
  const shipping = chosenShipping(entry, terms);
  const total = totalNow(entry, terms);

  // What was asked about stays as it was shown; what has become of it meanwhile is said beside it.
  const [asked, setAsked] = useState<Asked | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isStillHere = useStillHere();
  const askedNow = useLatest(asked);

  const forget = (): void => {
    draft.forget();
    setAttempt(0);
    setAsked(null);
  };
  const startAgain = (): void => {
    const before = entry;
    forget();
    if (!draft.isEmpty) notify('The order is empty again', () => change(before));
  };
  const ask = (): void => {
    setAttempt((count) => count + 1);
    setRefusal(null);
    if (reading.kind === 'draft' && shipping) setAsked({ draft: reading.draft, terms, shipping });
  };
  const place = async (agreed: Asked): Promise<void> => {
    if (create.busy) return;
    const answer = await create.run(agreed.draft, { typed: draft.typed() });
    const isStillAsked = isStillHere() && askedNow.current === agreed;
    if (!answer.ok) {
      if (isStillAsked) setRefusal(answer.error);
      else notify(`Placing the order: ${errorWords(answer.error).title}`);
      // The engine knows other prices than those that were shown.
      if (answer.error.kind === 'conflict') told.refresh();
      return;
    }
    notify('The order is saved and goes to the service');
    // Another order may be built by then, or another screen be looked at.
    if (!isStillAsked) {
      draft.forgetSent(entry);
      setAttempt(0);
      return;
    }
    forget();
    focusNextHeading();
    navigate(links.order(answer.value.orderId));
  };

  return (
    <Screen
      title="Build an order"
      aside={
        <Button icon={<Trash2 />} onClick={startAgain}>
          Start again
        </Button>
      }
      footer={
        <div className={css.total}>
          <p role="status">
            <span>Total</span>{' '}
            <strong>
              {total === null ? noTotalWords(severalCurrenciesNow(entry, terms)) : amountWords(total)}
            </strong>
            {total !== null && (
              <span className={css.quiet}>
                {' '}
                {shipping ? `with shipping, ${amountWords(shipping.price)}` : 'without shipping'}
              </span>
            )}
          </p>
          <Button look="main" size="large" icon={<Send />} onClick={ask}>
            Place the order
          </Button>
        </div>
      }
    >
      <form
        className={css.builder}
        noValidate
        aria-label="Order"
        data-wide="true"
        data-draft={!draft.isEmpty}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <ErrorSummary problems={problems} attempt={attempt} />
        <TooLongToKeep form={draft.form} />
        {told.value && !told.value.live && productIds.length > 0 && (
          <p className={css.notice} role="status">
            {notToldWords(told.value.problem)} Prices and ways of shipping are{' '}
            <AsOf inSentence asOfMs={told.value.asOfMs} timeZone={timeZone} />
            {terms.size < productIds.length
              ? '; those of some products were never read here, so the order can be placed once the service tells them.'
              : '. The order can be placed: it waits here and is sent when the service is reached.'}
          </p>
        )}
        <Panel title="1. Products">
          <ItemPicker
            entry={entry}
            terms={terms}
            withdrawn={withdrawn}
            problemOf={problemOf}
            onChange={change}
          />
        </Panel>
        <Panel title="2. Shipping">
          {told.error && !told.value && productIds.length > 0 && (
            <ErrorNotice error={told.error} title="Prices and ways of shipping could not be read">
              <Button onClick={told.refresh}>Ask again</Button>
            </ErrorNotice>
          )}
          <ShippingPicker
            entry={entry}
            terms={terms}
            isReading={!told.value && !told.error}
            problem={problemOf('order-shipping')}
            onChange={change}
          />
        </Panel>
        {shipping && (
          <Panel title={deliveryTitle(shipping.type)}>
            <DeliveryFields entry={entry} type={shipping.type} problemOf={problemOf} onChange={change} />
          </Panel>
        )}
        <Panel title={shipping ? '4. Who pays' : '3. Who pays'}>
          <CustomerFields
            entry={entry}
            needsAddress={shipping !== null && needsAddress(shipping.type)}
            problemOf={problemOf}
            onChange={change}
          />
        </Panel>
      </form>
      {asked && (
        <PlaceOrderDialog
          question={orderQuestion({
            ...asked,
            knownName: customers.find(({ id }) => id === entry.customerId)?.name ?? null,
            locationName:
              session?.locations.find(({ id }) => id === asked.draft.appointment?.locationId)?.name ?? null,
            timeZone,
            cutOff,
          })}
          since={changedSinceAsked(asked, { ...now, terms, total })}
          busy={create.busy}
          error={refusal}
          onPlace={() => void place(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Screen>
  );
}

/** The kit's address, or the first appointment; for a visit at home both. */
function deliveryTitle(type: string): string {
  if (sendsKit(type)) return '3. Where the kit goes';
  return needsAddress(type) ? '3. Where the phlebotomist comes, and when' : '3. First appointment';
}
