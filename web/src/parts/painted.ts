/** Does something once what is in the document now is on the screen. Returns what calls it off. */
export function oncePainted(deed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(deed)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
