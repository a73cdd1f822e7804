// Keeps a fault in one screen from taking the window away: React removes everything up to the next boundary where drawing fails.
import { CircleAlert } from 'lucide-react';
import { Component, useMemo, useState, type ReactNode } from 'react';
import { DeskContext, useDesk } from '../host/desk-context.ts';
import { notedQuestions, type NotedQuestions } from '../host/noted-questions.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface Props {
  /** What is shown: with another one it is tried again, as the fault may be in what was shown before. */
  readonly place: string;
  readonly children: ReactNode;
}

/**
 * Shows what is in it; where that cannot be drawn, says so and offers to load the window again, with which everything is asked for anew. Once
 * something that it had asked is answered otherwise it is drawn by itself. The frame around it goes on working.
 * @example <ScreenGuard place={visitId}><OpenedVisit visitId={visitId} /></ScreenGuard>
 */
export function ScreenGuard({ place, children }: Props) {
  const desk = useDesk();
  const noted = useMemo(() => notedQuestions(desk), [desk]);
  const [hasFailed, setFailed] = useState(false);
  return (
    <DeskContext value={noted.desk}>
      {hasFailed && <NotShown />}
      <Boundary place={place} noted={noted} onTried={setFailed}>
        {children}
      </Boundary>
    </DeskContext>
  );
}

interface BoundaryProps extends Props {
  readonly noted: NotedQuestions;
  /** Said outside of the boundary, in which React makes everything anew with each try: the notice stays the same, with the focus in it. */
  readonly onTried: (hasFailed: boolean) => void;
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onTried(true);
    this.props.noted.onOtherAnswer(() => this.setState({ hasFailed: false }));
  }

  override componentDidUpdate({ place }: BoundaryProps, { hasFailed }: { hasFailed: boolean }): void {
    if (!this.state.hasFailed && hasFailed) {
      this.props.onTried(false);
      this.props.noted.stopWaiting();
    } else if (this.state.hasFailed && place !== this.props.place) this.setState({ hasFailed: false });
  }

  override componentWillUnmount(): void {
    this.props.noted.stopWaiting();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

function NotShown() {
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert size={26} />}
        title="This could not be shown"
        heading
        action={<Button onClick={() => location.reload()}>Load the window again</Button>}
      >
        That is a fault in Drawdesk. What was saved is safe, and everything else goes on working. If it comes
        again, tell whoever looks after Drawdesk.
      </EmptyState>
    </div>
  );
}
