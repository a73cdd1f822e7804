// Registrations of all days: the list, or the one that the address names.
import { useParams } from 'wouter';
import { RegistrationList } from './registration-list.tsx';
import { RegistrationScreen } from './registration-screen.tsx';

export function Registrations() {
  const { id, filter } = useParams<{ id?: string; filter?: string }>();
  if (id === undefined || id === 'by')
    return <RegistrationList address={id === 'by' ? (filter ?? '') : ''} />;
  return <RegistrationScreen key={id} registrationId={id} />;
}
