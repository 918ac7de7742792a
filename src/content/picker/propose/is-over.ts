/** Whether an element overlaps the video. Such labels are visible only together with the controls. */
export function isOver(element: Element, video: Element | undefined): boolean {
  if (video === undefined) return false;
  const a = element.getBoundingClientRect();
  const b = video.getBoundingClientRect();
  return a.width > 0 && a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
