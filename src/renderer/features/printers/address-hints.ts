// What an address of a printer looks like, in words for the form: it depends on what it prints, and on the computer that reaches it.
import type { PrinterView } from '../../../contract/printers.ts';
import type { QueueSystem } from '../../../domain/queue-system.ts';

type Kind = PrinterView['kind'];

const HINTS: Readonly<Record<QueueSystem | 'at-desk', Readonly<Record<Kind, string>>>> = {
  cups: {
    label:
      'Such as 192.0.2.10: most printers show it when they are switched on. At a cable: /dev/usb/lp0 or /dev/ttyUSB0, or queue:Zebra for a queue of this computer.',
    ticket:
      'Such as 192.0.2.11: most printers print it when they are switched on with the feed button held. At a cable: /dev/usb/lp0 or /dev/ttyUSB0, or queue:Till for a queue of this computer.',
    office:
      'Such as 192.0.2.20, ipp://printer.example/ipp/print, or queue:Office for a queue of this computer.',
  },
  windows: {
    label:
      'Such as 192.0.2.10: most printers show it when they are switched on. For a printer that Windows prints on: queue: and its name there, such as queue:ZDesigner ZD421.',
    ticket:
      'Such as 192.0.2.11: most printers print it when they are switched on with the feed button held. The queues of Windows take no tickets.',
    office:
      'Such as 192.0.2.20, ipp://printer.example/ipp/print, or queue: and the name that Windows has for it.',
  },
  'at-desk': {
    label: 'As that desk reaches it: queue:NAME or device:/dev/usb/lp0 of that computer, or 192.0.2.10.',
    ticket: 'As that desk reaches it: queue:NAME or device:/dev/usb/lp0 of that computer, or 192.0.2.11.',
    office:
      'As that desk reaches it: queue:Office for a queue of that computer, or ipp://192.0.2.20/ipp/print.',
  },
};

/** `reachedBy`: the site desk with such queues, or a further desk. */
export const addressHint = (kind: Kind, reachedBy: QueueSystem | 'at-desk'): string => HINTS[reachedBy][kind];
