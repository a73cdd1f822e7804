// Registrations of all days: the list, or the one that the address names.
import { useParams } from 'wouter';
import { WHOLE_LIST } from './filter-address.ts';
import { firstPart } from './list-pages.ts';
import { useListText } from './list-text.ts';
import { RegistrationList } from './registration-list.tsx';
import { RegistrationScreen } from './registration-screen.tsx';

export function Registrations() {
  const { id, filter } = useParams<{ id?: string; filter?: string }>();
  if (id === undefined || id === 'by')
    return <RegistrationList address={id === 'by' ? (filter ?? '') : ''} />;
  return <RegistrationScreen key={id} registrationId={id} />;
}

Registrations.asksFirst = () => [firstPart({ ...WHOLE_LIST, text: useListText.getState().text.trim() })];
