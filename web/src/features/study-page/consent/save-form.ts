/**
 * Lets the browser save a text as a Markdown file. The text is already loaded, so no request is
 * sent.
 */
export function saveForm(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
