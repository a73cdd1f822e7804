// The kinds of the service's records that are made or changed at this desk, and so have an id of ours as well.

export type RecordKind = 'patient' | 'appointment' | 'registration';
