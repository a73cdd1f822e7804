// Said where the desk was updated while this window stayed open. The window is not loaded anew by itself: not all that somebody may be
// typing is kept over that.
import { TriangleAlert } from 'lucide-react';
import { useUpdatedDesk } from '../host/updated-desk.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import css from './notices.module.css';

export function UpdatedNotice() {
  const isUpdated = useUpdatedDesk((state) => state.isUpdated);
  if (!isUpdated) return null;
  return (
    <div className={classNames(css.notice, css.check)} role="alert">
      <TriangleAlert aria-hidden="true" size={22} />
      <div className={css.texts}>
        <p className={css.title}>Drawdesk was updated while this window was open</p>
        <p>
          Its screens are older, and may show or send something wrong. Finish what you are typing, then load
          the window anew.
        </p>
      </div>
      <Button size="small" onClick={() => window.location.reload()}>
        Load anew
      </Button>
    </div>
  );
}
