// What narrows the catalogue. It counts when the form is sent, so that a half-typed word is no request; a reload keeps it.
import { PackageSearch } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { CatalogueFilter } from '../../../contract/catalogue.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useDraft } from '../../shared/drafts/use-draft.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/checks.tsx';
import { TextField } from '../../ui/field.tsx';
import css from './catalogue.module.css';
import { FILTER_WORDS, SHIPPING_TYPES, shippingWords } from './catalogue-words.ts';
import { filterAddress, splitIds, TEXT_FILTERS, WHOLE_CATALOGUE } from './filter-address.ts';
import { NamedField } from './named-field.tsx';

interface TypedFilter extends CatalogueFilter {
  /** The address of the list above which it was typed: above another list it is not shown. */
  readonly above: string;
  /** Ids of categories whose names are not known, as they were typed. */
  readonly furtherIds: string;
}

const NOTHING_TYPED: TypedFilter = { ...WHOLE_CATALOGUE, above: '', furtherIds: '' };

/** In the order of the form; `search` stands above them, and the named ones have a field of their own kind. */
const TYPED = ['slug', 'sku', 'collectionSlug', 'affiliateCode'] as const;
const HINTS: Partial<Record<(typeof TYPED)[number], string>> = {
  collectionSlug: 'The service names no collections: ask the laboratory for its slug',
};
const FURTHER = [
  ...TEXT_FILTERS.filter((name) => name !== 'search'),
  'shippingTypes',
  'categoryIds',
  'allProducts',
] as const;

function countOf(filter: CatalogueFilter): number {
  return FURTHER.filter((name) => {
    const value = filter[name];
    return typeof value === 'boolean' ? value : value.length > 0;
  }).length;
}

/** With or without one value. */
const toggled = (list: readonly string[], value: string, isOn: boolean): string[] =>
  isOn ? [...list, value] : list.filter((one) => one !== value);

export function FilterForm({
  filter,
  onFilter,
}: {
  filter: CatalogueFilter;
  onFilter: (filter: CatalogueFilter) => void;
}) {
  const draft = useDraft('catalogue-filter', NOTHING_TYPED);
  const above = filterAddress(filter);
  const isTyped = !draft.isEmpty && draft.entry.above === above;
  const shown: TypedFilter = isTyped ? draft.entry : { ...filter, above, furtherIds: '' };
  const count = countOf(filter);
  const isFurtherUsed = count > 0 || countOf(shown) > 0 || shown.furtherIds !== '';
  // Opened where something in it is used, and never closed under the hand that takes the last of it away.
  const [isOpen, setOpen] = useState(isFurtherUsed);
  const [wasUsed, setWasUsed] = useState(isFurtherUsed);
  if (isFurtherUsed && !wasUsed) {
    setWasUsed(true);
    setOpen(true);
  }
  // What is not in sight is neither asked for nor drawn: it made the catalogue open a quarter slower.
  const choices = useQuery('catalogue.choices', isOpen ? {} : skip).value;
  const categories = choices?.categories ?? [];
  const withId = categories.filter(({ id }) => id !== '');
  const known = new Set(withId.map(({ id }) => id));
  const unknownIds = choices === null ? [] : shown.categoryIds.filter((id) => !known.has(id));
  const change = (part: Partial<TypedFilter>): void => draft.change({ ...shown, ...part });
  const go = (next: CatalogueFilter): void => {
    draft.forget();
    onFilter(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go({ ...shown, categoryIds: splitIds([...shown.categoryIds, shown.furtherIds].join(' ')) });
  };
  return (
    <form className={css.filter} role="search" aria-label="Find products" onSubmit={submit}>
      <div className={css.first}>
        <TextField
          label={FILTER_WORDS.search}
          maxLength={200}
          value={shown.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <Button type="submit" look="main" icon={<PackageSearch />}>
          Show products
        </Button>
        {(count > 0 || filter.search !== '' || isTyped) && (
          <Button onClick={() => go(WHOLE_CATALOGUE)}>Whole catalogue</Button>
        )}
      </div>
      <TooLongToKeep form={draft.form} />
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{count === 0 ? 'More filters' : `More filters: ${count} in use`}</summary>
        {isOpen && (
          <>
            <div className={css.further}>
              <NamedField
                label={FILTER_WORDS.biomarkerSlug}
                slugLabel="Slug of the biomarker"
                choices={choices?.biomarkers ?? []}
                value={shown.biomarkerSlug}
                onChange={(biomarkerSlug) => change({ biomarkerSlug })}
              />
              <NamedField
                label={FILTER_WORDS.categorySlug}
                slugLabel="Slug of the category"
                choices={categories.filter(({ slug }) => slug !== '')}
                value={shown.categorySlug}
                onChange={(categorySlug) => change({ categorySlug })}
              />
              {TYPED.map((name) => (
                <TextField
                  key={name}
                  label={FILTER_WORDS[name]}
                  hint={HINTS[name]}
                  maxLength={200}
                  value={shown[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                />
              ))}
            </div>
            <fieldset className={css.types}>
              <legend>{FILTER_WORDS.categoryIds}</legend>
              {withId.map(({ id, name }) => (
                <CheckBox
                  key={id}
                  label={name}
                  checked={shown.categoryIds.includes(id)}
                  onChange={(isOn) => change({ categoryIds: toggled(shown.categoryIds, id, isOn) })}
                />
              ))}
              {unknownIds.map((id) => (
                <CheckBox
                  key={id}
                  label={id}
                  checked
                  onChange={() => change({ categoryIds: toggled(shown.categoryIds, id, false) })}
                />
              ))}
              <TextField
                label="Further categories by their ids"
                value={shown.furtherIds}
                onChange={(event) => change({ furtherIds: event.target.value })}
              />
            </fieldset>
            <fieldset className={css.types}>
              <legend>{FILTER_WORDS.shippingTypes}</legend>
              {[...new Set([...SHIPPING_TYPES, ...shown.shippingTypes])].map((type) => (
                <CheckBox
                  key={type}
                  label={shippingWords(type)}
                  checked={shown.shippingTypes.includes(type)}
                  onChange={(isOn) => change({ shippingTypes: toggled(shown.shippingTypes, type, isOn) })}
                />
              ))}
            </fieldset>
            <CheckBox
              label={FILTER_WORDS.allProducts}
              checked={shown.allProducts}
              onChange={(allProducts) => change({ allProducts })}
            />
          </>
        )}
      </details>
    </form>
  );
}
