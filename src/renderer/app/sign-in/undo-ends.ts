// “Undo” takes back what the person before has done, and would be recorded as the work of whoever presses it: it goes with them.
import { whenPersonChanges } from '../../host/next-person.ts';
import { dropUndo } from '../../ui/toast-store.ts';

whenPersonChanges(dropUndo);
