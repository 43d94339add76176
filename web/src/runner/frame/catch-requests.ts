export interface SentRequest {
  readonly url: URL;
  readonly method: string;
  readonly body: unknown;
}
export interface RequestAnswer {
  readonly status: number;
  readonly body: unknown;
}
/** Answers requests of the study inside the page, so that they do not go to the network. */
export interface CaughtRequests {
  /** Whether this object answers the request; otherwise the browser sends it. */
  catches(sent: SentRequest): boolean;
  answer(sent: SentRequest): Promise<RequestAnswer>;
}

const type = 'application/json';

/**
 * Returns the body of a request. A multipart form is read as a form, since it may contain files.
 */
const bodyOf = (asked: Request): Promise<unknown> =>
  asked.headers.get('content-type')?.startsWith('multipart/form-data')
    ? asked.formData()
    : asked.arrayBuffer();

/**
 * Wraps the study's `fetch`, `sendBeacon` and `XMLHttpRequest`: requests that send data are answered in the
 * page.
 */
export function catchRequests(records: CaughtRequests): void {
  const realFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const asked = input instanceof Request ? input : undefined;
    const sent: SentRequest = {
      url: new URL(input instanceof Request ? input.url : input, document.baseURI),
      method: init?.method ?? asked?.method ?? 'GET',
      body: init?.body ?? undefined,
    };
    if (!records.catches(sent)) return realFetch(input, init);
    const body = sent.body ?? (asked && bodyOf(asked.clone()));
    const answer = await records.answer({ ...sent, body });
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'content-type': type },
    });
  };

  const realBeacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, body) => {
    const sent = { url: new URL(url, document.baseURI), method: 'POST', body };
    if (!records.catches(sent)) return realBeacon(url, body);
    void records.answer(sent);
    return true;
  };

  const Real = window.XMLHttpRequest;
  window.XMLHttpRequest = class extends Real {
    private sent: Omit<SentRequest, 'body'> | undefined;
    private waits = true;
    private isAnswered = false;

    override open(method: string, url: string | URL, ...more: unknown[]): void {
      this.sent = { method, url: new URL(url, document.baseURI) };
      this.waits = more[0] !== false;
      this.isAnswered = false;
      (super.open as (...given: unknown[]) => void)(method, url, ...more);
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const sent = this.sent && { ...this.sent, body };
      if (!sent || !records.catches(sent)) return super.send(body);
      const answered = records.answer(sent);
      // A synchronous request gets its answer at once, even though its data has not reached the
      // runner yet.
      if (this.waits) void answered.then((answer) => this.say(answer));
      else this.say({ status: 200, body: {} });
    }
    override getResponseHeader(name: string): string | null {
      if (!this.isAnswered) return super.getResponseHeader(name);
      return name.toLowerCase() === 'content-type' ? type : null;
    }
    override getAllResponseHeaders(): string {
      return this.isAnswered ? `content-type: ${type}\r\n` : super.getAllResponseHeaders();
    }
    private say({ status, body }: RequestAnswer): void {
      this.isAnswered = true;
      const text = JSON.stringify(body);
      const response = this.responseType === 'json' ? body : text;
      const said = { readyState: 4, status, responseText: text, response };
      for (const [name, value] of Object.entries(said))
        Object.defineProperty(this, name, { value, configurable: true });
      for (const name of ['readystatechange', 'load', 'loadend'])
        this.dispatchEvent(new ProgressEvent(name));
    }
  };
}
