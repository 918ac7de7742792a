#!/bin/bash
# Made the short film of the demonstration and the tests, once, with ffmpeg 5.1: 60 s, 480×270, a running clock and a
# quiet chord. film.webm is VP9 and Opus; film-hls/ holds the same film as H.264 and AAC in fragments of 4 s. plain.webm
# is the first minute of feature.webm.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ffmpeg -loglevel error -f lavfi -i "gradients=s=480x270:r=24:d=60:c0=0x2b0a3d:c1=0xb3123a:c2=0xe8793a:c3=0x12325c:n=4:speed=0.006:seed=7" \
  -f lavfi -i "color=c=0xfff7ea:s=480x6:r=24:d=60" -filter_complex "
    [0]drawtext=font=DejaVu Sans:text='A short film':fontcolor=0xfff7ea:fontsize=20:x=(w-text_w)/2:y=62,
       drawtext=font=DejaVu Sans:text='%{eif\:trunc(t/60)\:d}\:%{eif\:mod(trunc(t)\,60)\:d\:2}':fontcolor=0xfff7ea:fontsize=72:x=(w-text_w)/2:y=(h-text_h)/2+8[clock];
    [clock][1]overlay=x='-480+480*t/60':y=264:shortest=1[picture]" -map "[picture]" -c:v ffv1 "$work/picture.mkv"
ffmpeg -loglevel error -f lavfi -i "aevalsrc='0.10*sin(2*PI*220*t)*(0.6+0.4*sin(2*PI*0.11*t))+0.08*sin(2*PI*277.18*t)*(0.6+0.4*sin(2*PI*0.07*t))+0.07*sin(2*PI*329.63*t)*(0.6+0.4*sin(2*PI*0.05*t))':s=48000:d=60" "$work/tone.wav"

both=(-loglevel error -y -i "$work/picture.mkv" -i "$work/tone.wav" -map 0:v -map 1:a)
ffmpeg "${both[@]}" -c:v libvpx-vp9 -b:v 0 -crf 46 -g 48 -row-mt 1 -c:a libopus -b:a 16k film.webm
mkdir -p film-hls
ffmpeg "${both[@]}" -c:v libx264 -preset slow -crf 33 -pix_fmt yuv420p -g 96 -keyint_min 96 -sc_threshold 0 -c:a aac -b:a 24k -ac 1 \
  -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 \
  -hls_segment_filename film-hls/part-%02d.m4s film-hls/film.m3u8

ffmpeg -loglevel error -y -i feature.webm -t 60 -c copy -map_metadata -1 plain.webm
