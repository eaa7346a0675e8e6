/** Base64, as the call takes it. What can't be read is empty, and refused as no file. */
export function contentOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? (result.split(',')[1] ?? '') : '');
    });
    reader.readAsDataURL(file);
  });
}
