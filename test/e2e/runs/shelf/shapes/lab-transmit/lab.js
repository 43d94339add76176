/*
 * As much of lab.js 20 as studies of this shelf use: its names, in the order in which it assigns them. It is
 * no copy of the library, which is not among the packages of these tests.
 */
window.lab = (() => {
  class EventHandler {
    constructor(options = {}) {
      this.internals = { callbacks: {}, rawOptions: { plugins: [], ...options } };
    }
    on(event, handler) {
      const { callbacks } = this.internals;
      callbacks['$' + event] = [...(callbacks['$' + event] ?? []), handler];
    }
    async triggerMethod(event) {
      for (const one of this.internals.callbacks['$' + event] ?? []) one.call(this);
      for (const plugin of this.internals.rawOptions.plugins) await plugin.handle(this, event);
    }
  }
  class Store extends EventHandler {
    constructor() {
      super();
      this.data = [];
      this.staging = {};
    }
    commit(row) {
      const index = this.data.push({ ...this.staging, ...row }) - 1;
      this.triggerMethod('commit');
      this.staging = {};
      return index;
    }
    update(index, change) {
      this.data[index] = change(this.data[index]);
    }
    exportJson() {
      return JSON.stringify(this.data);
    }
    exportCsv() {
      return '';
    }
  }
  const frame = () => new Promise(requestAnimationFrame);
  class Component extends EventHandler {
    constructor(options) {
      super(options);
      this.options = options;
    }
    get parent() {
      return this.options.parent;
    }
    prepare() {}
    async run() {
      this.options.datastore = this.parent ? this.parent.options.datastore : new Store();
      await this.triggerMethod('prepare');
      await this.triggerMethod('run');
      for (const child of this.options.content ?? []) {
        child.options.parent = this;
        await child.run();
      }
      await this.end();
    }
    async end() {
      await this.triggerMethod('end');
      const { datastore, title } = this.options;
      const index = datastore.commit({ sender: title, _inside: 1, rt: performance.now() });
      await this.triggerMethod('after:end');
      await frame();
      datastore.update(index, (row) => ({ ...row, time_switch: performance.now() }));
      await this.triggerMethod('epilogue');
    }
  }
  class Transmit {
    constructor({ url }) {
      this.url = url;
    }
    async handle({ options: { datastore, parent } }, event) {
      if (event !== 'epilogue' || parent) return;
      await fetch(this.url, {
        method: 'POST',
        body: JSON.stringify({ metadata: { payload: 'full' }, data: datastore.data }),
      });
    }
  }
  const fromObject = ({ content = [], plugins = [], ...options }) =>
    new Component({
      ...options,
      content: content.map(fromObject),
      plugins: plugins.map((one) => new Transmit(one)),
    });
  return { util: { fromObject } };
})();
