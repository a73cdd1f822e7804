// What is typed into the form for somebody new at this desk.
export interface NewMember {
  readonly isOpen: boolean;
  readonly initials: string;
  readonly name: string;
}

export const NOBODY_NEW: NewMember = { isOpen: false, initials: '', name: '' };
