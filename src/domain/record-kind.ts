// The kinds of record that this desk can create or change at the service. These have a local id as well as the
// service's.

export type RecordKind = 'patient' | 'appointment' | 'registration';
