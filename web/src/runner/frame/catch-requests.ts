import { isCaught, type SentData, type SentDataRecords } from './sent-data';

/** `fetch`, `sendBeacon` and `XMLHttpRequest` of the study, of which those that send data end here. */
export function catchRequests(records: SentDataRecords): void {
  const realFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const asked = input instanceof Request ? input : undefined;
    const sent: SentData = {
      url: new URL(input instanceof Request ? input.url : input, document.baseURI),
      method: init?.method ?? asked?.method ?? 'GET',
      body: init?.body ?? undefined,
    };
    if (!isCaught(sent)) return realFetch(input, init);
    const body = sent.body ?? asked?.clone().arrayBuffer();
    const answer = await records.answer({ ...sent, body });
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  };

  const realBeacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, body) => {
    const sent = { url: new URL(url, document.baseURI), method: 'POST', body };
    if (!isCaught(sent)) return realBeacon(url, body);
    void records.answer(sent);
    return true;
  };

  const Real = window.XMLHttpRequest;
  window.XMLHttpRequest = class extends Real {
    private sent: Omit<SentData, 'body'> | undefined;
    private waits = true;

    override open(method: string, url: string | URL, ...more: unknown[]): void {
      this.sent = { method, url: new URL(url, document.baseURI) };
      this.waits = more[0] !== false;
      (super.open as (...given: unknown[]) => void)(method, url, ...more);
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const sent = this.sent && { ...this.sent, body };
      if (!sent || !isCaught(sent)) return super.send(body);
      const answered = records.answer(sent);
      // Who waits for nothing is told at once: it is on its way to the runner.
      if (this.waits) void answered.then((answer) => this.say(answer));
      else this.say({ status: 200, body: {} });
    }
    private say({ status, body }: Awaited<ReturnType<SentDataRecords['answer']>>): void {
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
