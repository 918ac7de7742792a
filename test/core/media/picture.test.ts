import { describe, expect, test } from 'vitest';
import { pictureAddress, pictureType } from '../../../src/core/media/picture';

const tracker = 'https://tracker.example:8443/api/v1';

describe('a picture may be requested from', () => {
  test.each([
    ['https://tracker.example:8443/poster/movie/1.svg'],
    ['https://image.tmdb.org/t/p/w342/a.jpg'],
    ['https://artworks.thetvdb.com/banners/1.jpg'],
  ])('%s', (address) => {
    expect(pictureAddress(address, tracker)).toBe(address);
  });

  test('the tracker of this machine, which is not encrypted', () => {
    const own = 'http://127.0.0.1:4680';
    expect(pictureAddress(`${own}/a.svg`, `${own}/api/v1`)).toBe(`${own}/a.svg`);
    expect(pictureAddress('http://127.0.0.1:8080/a.svg', `${own}/api/v1`)).toBeUndefined();
  });
});

describe('a picture is not requested from', () => {
  test.each([
    'https://www.hulu.com/logout',
    'http://192.168.1.1/admin/reboot',
    'https://tracker.example/poster.svg',
    'http://tracker.example:8443/poster.svg',
    'http://image.tmdb.org/t/p/a.jpg',
    'https://image.tmdb.org:444/a.jpg',
    'https://image.tmdb.org.evil.example/a.jpg',
    'https://evil.example/image.tmdb.org/a.jpg',
    'https://user:secret@image.tmdb.org/a.jpg',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'file:///etc/passwd',
    'blob:https://tracker.example:8443/1',
    '//image.tmdb.org/a.jpg',
    '',
  ])('%s', (address) => {
    expect(pictureAddress(address, tracker)).toBeUndefined();
  });
});

describe('the type of a picture is read from its bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));
  test.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x20ftypavif', 'image/avif'],
    ['GIF89a', 'image/gif'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?><svg/>', 'image/svg+xml'],
    ['<html><body>', undefined],
    ['<!DOCTYPE svg [<!ENTITY a "aa">]><svg/>', undefined],
    ['<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aa">]><svg>&a;</svg>', undefined],
    ['{"success":true}', undefined],
    ['', undefined],
  ])('%j: %s', (text, type) => {
    expect(pictureType(bytes(text))).toBe(type);
  });
});
