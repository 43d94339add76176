/* Asks Pavlovia for the same as PsychoJS 2024 does, under the same names. It is no copy of the library. */
const form = (fields) => {
  const data = new FormData();
  for (const name in fields) data.append(name, fields[name]);
  return data;
};
export class PsychoJS {
  constructor({ hosts = [] } = {}) {
    this._hosts = [...hosts, 'https://pavlovia.org/run/', 'https://run.pavlovia.org/'];
  }
  async start() {
    const { pavlovia, gitlab } = await (await fetch('config.json')).json();
    this._trialsData = [];
    const sessions = `${pavlovia.URL}/api/v2/experiments/${gitlab.projectId}/sessions`;
    const opened = await (await fetch(sessions, { method: 'POST', body: form({}) })).json();
    this.url = `${sessions}/${opened.token}`;
  }
  nextEntry(row) {
    this._trialsData.push(row);
  }
  async quit({ isCompleted = false } = {}) {
    await fetch(this.url, { method: 'DELETE', body: form({ isCompleted }) });
  }
}
