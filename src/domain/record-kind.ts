// The kinds of record that this desk can create or change at the service. These have a local id as well as the
// service's.

/** The kinds of records that the desk can create, so that each has a local id until the service gives its own. */
export type RecordKind = 'patient' | 'appointment' | 'registration' | 'order';
