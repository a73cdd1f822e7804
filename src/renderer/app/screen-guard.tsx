// Keeps a fault in one screen from taking the window away: React removes everything up to the next boundary where drawing fails.
import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface Props {
  /** What is shown: with another one it is tried again, as the fault may be in what was shown before. */
  readonly place: string;
  readonly children: ReactNode;
}

/**
 * Shows what is in it; where that cannot be drawn, says so and offers to load the window again, with which everything is asked for anew. The frame around it goes on working.
 * @example <ScreenGuard place={visitId}><OpenedVisit visitId={visitId} /></ScreenGuard>
 */
export class ScreenGuard extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.hasFailed && place !== this.props.place) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          icon={<CircleAlert size={26} />}
          title="This could not be shown"
          heading
          action={<Button onClick={() => location.reload()}>Load the window again</Button>}
        >
          That is a fault in Drawdesk. What was saved is safe, and everything else goes on working. If it
          comes again, tell whoever looks after Drawdesk.
        </EmptyState>
      </div>
    );
  }
}
