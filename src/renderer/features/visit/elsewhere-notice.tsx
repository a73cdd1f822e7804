// Says at the top of a visit that it is at another location, and who can have it taken over.
import { MapPin } from 'lucide-react';
import { useSession } from '../../host/use-session.ts';
import { Notice } from './trouble-notice.tsx';

export function ElsewhereNotice({ locationName }: { locationName: string | null }) {
  const session = useSession();
  const isFixed = session !== null && session.locationNamed !== null;
  const place = locationName ?? 'another location';
  return (
    <Notice icon={MapPin} tone="calm" title={`This visit is at ${place}`}>
      <p>
        This desk works for another location, so nothing is done about the visit from here.{' '}
        {isFixed
          ? 'The managed settings of this site fix the location. If the visit is to be taken over here, ask whoever looks after the desk.'
          : 'To take it over, choose that location in the desk settings.'}
      </p>
    </Notice>
  );
}
