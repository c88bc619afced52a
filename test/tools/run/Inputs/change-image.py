"""usage: change-image.py FILE.swx TAG OUT.swx: the same with an entry TAG in the dynamic section of its kernel image, and
the hash that belongs to it."""
import struct
import sys

TAGS = {"DT_INIT": 12}
HEADER = 32  # of a .swx file; its hash is the last word
MASK = (1 << 64) - 1


def content_hash(data):
    value = 0x9E3779B97F4A7C15 ^ len(data)
    for at in range(0, len(data), 8):
        word = int.from_bytes(data[at:at + 8], "little")
        value = (value ^ word) * 0xFF51AFD7ED558CCD & MASK
        value ^= value >> 32
    return value


def main():
    with open(sys.argv[1], "rb") as file:
        data = bytearray(file.read())
    image = data.index(b"\x7fELF")
    headers, = struct.unpack_from("<Q", data, image + 32)
    count, = struct.unpack_from("<H", data, image + 56)
    for number in range(count):
        kind, _, offset = struct.unpack_from("<IIQ", data, image + headers + 56 * number)
        if kind == 2:  # the dynamic section: its first entry changes its meaning
            struct.pack_into("<q", data, image + offset, TAGS[sys.argv[2]])
    struct.pack_into("<Q", data, HEADER - 8, content_hash(data[HEADER:]))
    with open(sys.argv[3], "wb") as file:
        file.write(data)


if __name__ == "__main__":
    main()
