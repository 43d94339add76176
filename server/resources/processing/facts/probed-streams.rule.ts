export interface StreamFacts {
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly codecs: readonly string[];
}

interface Probe {
  readonly streams?: readonly {
    readonly codec_type?: string;
    readonly codec_name?: string;
    readonly width?: number;
    readonly height?: number;
    readonly duration?: string;
    readonly disposition?: { readonly attached_pic?: number };
  }[];
  readonly format?: { readonly duration?: string };
}

/**
 * Parses the output of ffprobe. Cover pictures in a sound file are ignored.
 * @param json as ffprobe prints it with `-show_streams -show_format`
 * @returns undefined where there is neither a sound nor a video stream
 */
export function parseFfprobeOutput(json: string): StreamFacts | undefined {
  let probe: Probe;
  try {
    probe = JSON.parse(json) as Probe;
  } catch {
    return undefined;
  }
  const streams = (probe.streams ?? []).filter(
    ({ codec_type, disposition }) =>
      (codec_type === 'audio' || codec_type === 'video') && !disposition?.attached_pic,
  );
  if (streams.length === 0) return undefined;
  const film = streams.find(({ codec_type }) => codec_type === 'video');
  const seconds = Number(probe.format?.duration ?? streams[0]?.duration);
  return {
    codecs: [...new Set(streams.flatMap(({ codec_name }) => codec_name ?? []))],
    ...(seconds > 0 && Number.isFinite(seconds) ? { seconds } : {}),
    ...(film?.width && film.height ? { width: film.width, height: film.height } : {}),
  };
}
