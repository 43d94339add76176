import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PageError } from './page-error';

interface Props {
  /** Another place is another try. */
  place: string;
  children: ReactNode;
}

class Boundary extends Component<Props, { error: unknown; place: string }> {
  override state = { error: undefined as unknown, place: this.props.place };
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('a page failed without a reason') };
  }
  static getDerivedStateFromProps({ place }: Props, state: { place: string }) {
    return place === state.place ? null : { place, error: undefined };
  }
  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <PageError error={error} />;
  }
}

/** Shows an error in the place of what threw it, until the person goes elsewhere. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}
