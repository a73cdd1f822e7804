// A dialog over everything else: keeps the focus, closes with Escape, gives the focus back.
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import css from './dialog.module.css';
import { classNames } from './class-names.ts';

/** Within this time of its opening a second press belongs to what opened it. */
const SAME_DOUBLE_CLICK_MS = 1_000;

/**
 * `onClose` is called for Escape, a click beside it and its closing button; whoever shows the dialog takes it away. `actions`
 * stand in its head; `wide` fills the window.
 * @example {open && <Dialog title="Add initials" onClose={() => setOpen(false)}>…</Dialog>}
 */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean | undefined;
  actions?: ReactNode;
}) {
  const [openedAtMs] = useState(() => performance.now());
  return (
    <ModalOverlay
      isOpen
      isDismissable
      // Nor does the second press of that double click close it again, where its button lies beside the dialog: nothing would be seen.
      shouldCloseOnInteractOutside={() => performance.now() - openedAtMs >= SAME_DOUBLE_CLICK_MS}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      className={css.overlay ?? ''}
    >
      <Modal className={classNames(css.modal, props.wide && css.wide)}>
        <AriaDialog
          className={css.dialog ?? ''}
          onMouseDown={(event) => {
            // The second press of the double click that opened it lands on it by chance: the focus stays where the dialog has put it.
            if (event.detail > 1 && event.timeStamp - openedAtMs < SAME_DOUBLE_CLICK_MS)
              event.preventDefault();
          }}
        >
          <header className={css.head}>
            <Heading slot="title" className={css.title ?? ''}>
              {props.title}
            </Heading>
            <div className={css.actions}>
              {props.actions}
              <button type="button" className={css.close} aria-label="Close" onClick={props.onClose}>
                <X aria-hidden="true" size={20} />
              </button>
            </div>
          </header>
          {/* One that fills the window is looked at; the others ask something, and a scan must not take them away. */}
          <div
            className={css.body}
            tabIndex={props.wide === true ? 0 : undefined}
            data-asks={props.wide === true ? undefined : true}
          >
            {props.children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
