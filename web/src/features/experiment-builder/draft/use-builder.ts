import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import type { TimelinePlugins } from '../../../../../contracts/timeline/timeline-plugins';
import { nodeById, replaceNodeById } from '../nodes/nodes.rule';
import type { BuilderDraft, BuilderState } from './builder-draft';

interface Builder {
  studyId: string;
  draft: BuilderDraft;
  plugins: TimelinePlugins;
  disabled: boolean;
  /** Announces a text to screen readers, politely. */
  say: (text: string) => void;
}
export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('outside of the builder');
  return builder;
}
export const useBuilderState = <T>(select: (state: BuilderState) => T): T =>
  useStore(useBuilder().draft.store, select);

export const useTimeline = () => useBuilderState(({ history }) => history.now);

/** @returns a function with which the form of a node changes the node in the draft */
export function useNode<N extends TimelineNode>(id: string) {
  const { draft } = useBuilder();
  return (make: (node: N) => N, what: string | null = null) =>
    draft.change(
      (timeline) => {
        const node = nodeById(timeline.nodes, id) as N | undefined;
        return node ? replaceNodeById(timeline, make(node)) : timeline;
      },
      what && `${id} ${what}`,
    );
}
