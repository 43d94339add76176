import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PageError } from './page-error';

interface Props {
  /**
   * The key of the router's present location. When the person opens a different page, the key
   * changes and the children are rendered again.
   */
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

/** Shows an error in place of the component that threw it, until the person opens a different page. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}
