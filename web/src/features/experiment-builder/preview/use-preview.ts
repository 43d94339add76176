import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { previewTimeline } from '../../../../../contracts/study-files/study-timelines';
import type { PreviewRequest } from '../../../../../contracts/timeline/timeline-preview';
import { call } from '../../../lib/http/api';
import { useBuilder, useBuilderState, useTimeline } from '../draft/use-builder';
import {
  newPreviewRun,
  isPreviewMessage,
  stateAfterMessage,
  type PreviewState,
} from './messages.rule';

/** The preview begins again this many milliseconds after the last key. */
const pauseMs = 900;

interface Preview {
  frame: RefObject<HTMLIFrameElement | null>;
  url: string | undefined;
  error: unknown;
  retry: () => void;
  tried: PreviewState;
  restart: () => void;
}

/** Runs the timeline in the preview's frame: on opening, after pauses in typing, and on request. */
export function usePreview(
  { only, from }: Pick<PreviewRequest, 'only' | 'from'>,
  condition: PreviewRequest['condition'],
  shown: boolean,
  /** Moves the focus from the frame to an element of this page. */
  onLeave: () => void,
): Preview {
  const { studyId } = useBuilder();
  const timeline = useTimeline();
  const files = useBuilderState((state) => state.files);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [tried, setTried] = useState<PreviewState>(() => newPreviewRun(0));
  // An address serves the preview with one particular list of files, so a new address is fetched
  // when the draft's files change.
  const made = files.map(({ path, sha256 }) => `${path} ${sha256}`).join('\n');
  const address = useQuery({
    queryKey: [previewTimeline.path, studyId, made],
    queryFn: () => call(previewTimeline, { params: { id: studyId } }),
    enabled: shown,
    staleTime: 60 * 60_000,
    gcTime: 0,
  });
  const url = address.data?.url;
  const asked = useRef<PreviewRequest | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const send = useRef(() => undefined as void);
  send.current = () => {
    // The preview begins now, so the start that was planned after the pause is cancelled: it would
    // interrupt the researcher, who may be using the preview by then.
    clearTimeout(timer.current);
    const run = (asked.current?.run ?? 0) + 1;
    setTried(newPreviewRun(run));
    const request: PreviewRequest = {
      ...{ commonlab: 'preview', type: 'run', run },
      ...{ timeline, only, from, condition },
    };
    // The iframe's origin is opaque, so only `*` can be the target. The message has no secret.
    frame.current?.contentWindow?.postMessage(request, '*');
    asked.current = request;
  };
  useEffect(() => setReady(false), [url]);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (!isPreviewMessage(data)) return;
      if (data.type === 'ready') {
        setReady(true);
        // A new document has no keyboard focus even if its iframe has the focus, so the document is
        // focused here.
        if (document.activeElement === frame.current) frame.current?.contentWindow?.focus();
        // Each run loads a new document. While the frame loaded this one, the page may have
        // requested a newer run, which the frame could not receive. The page then sends that
        // request again.
        const request = asked.current;
        if (request && data.run !== null && data.run !== request.run)
          frame.current?.contentWindow?.postMessage(request, '*');
      } else if (data.type === 'leave') {
        // `leave` moves the focus out of the iframe. A study's code can send it at any time, so it
        // counts only while the iframe has the focus.
        if (document.activeElement === frame.current) leave.current();
      } else setTried((before) => stateAfterMessage(before, data));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  const first = useRef(true);
  const what = JSON.stringify(condition);
  useEffect(() => {
    if (!isReady || !shown || timeline.nodes.length === 0) return undefined;
    timer.current = setTimeout(() => send.current(), first.current ? 0 : pauseMs);
    first.current = false;
    return () => clearTimeout(timer.current);
  }, [isReady, shown, timeline, only, from, what]);
  const restart = useCallback(() => {
    frame.current?.focus();
    send.current();
  }, []);
  return { frame, url, error: address.error, retry: () => void address.refetch(), tried, restart };
}
