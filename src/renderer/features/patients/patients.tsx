// People of all days: the search, a new person, or the one whom the address names.
import { useParams } from 'wouter';
import { NewPatient } from './new-patient.tsx';
import { PatientRecord } from './patient-record.tsx';
import { PatientSearch } from './patient-search.tsx';

export function Patients() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <PatientSearch />;
  if (id === 'new') return <NewPatient />;
  return <PatientRecord key={id} patientId={id} />;
}
