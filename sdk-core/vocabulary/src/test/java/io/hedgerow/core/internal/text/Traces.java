// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pieces of something that must not be in a text: eight bytes in a row, in any form that a log might give them. */
public final class Traces {

    private static final int PIECE = 8;
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{" + 2 * PIECE + ",}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d{6}");
    private static final Pattern DECIMALS = Pattern.compile("-?\\d+(?:, ?-?\\d+){" + (PIECE - 1) + ",}");

    private final Set<String> pieces = new HashSet<>();

    public Traces of(byte[] bytes) {
        for (int at = 0; at + PIECE <= bytes.length; at++) {
            byte[] piece = Arrays.copyOfRange(bytes, at, at + PIECE);
            if (isTelling(piece)) {
                pieces.add(HexFormat.of().formatHex(piece));
                pieces.add(decimals(piece));
                pieces.add(new String(piece, StandardCharsets.ISO_8859_1));
            }
        }
        return this;
    }

    /** Numbers, in decimal and as the bytes of a double in both orders. */
    public Traces of(double... numbers) {
        for (double number : numbers) {
            byte[] bytes = ByteBuffer.allocate(PIECE).putDouble(number).array();
            of(bytes);
            byte[] reversed = new byte[PIECE];
            for (int i = 0; i < PIECE; i++) {
                reversed[i] = bytes[PIECE - 1 - i];
            }
            of(reversed);
            pieces.add(String.format(Locale.ROOT, "%.6f", number));
        }
        return this;
    }

    /** Zeros, and short numbers, are in every log. */
    private static boolean isTelling(byte[] piece) {
        int different = 0;
        for (int k = 0; k < piece.length; k++) {
            int before = 0;
            while (before < k && piece[before] != piece[k]) {
                before++;
            }
            different += before == k ? 1 : 0;
        }
        return different >= 5;
    }

    private static String decimals(byte[] piece) {
        StringBuilder text = new StringBuilder();
        for (byte one : piece) {
            text.append(text.isEmpty() ? "" : ",").append(one);
        }
        return text.toString();
    }

    /** A piece that the text has; empty when it has none. */
    public Optional<String> in(String text) {
        Matcher hex = HEX.matcher(text.toLowerCase(Locale.ROOT));
        while (hex.find()) {
            for (int at = hex.start(); at + 2 * PIECE <= hex.end(); at++) {
                String piece = text.substring(at, at + 2 * PIECE).toLowerCase(Locale.ROOT);
                if (pieces.contains(piece)) {
                    return Optional.of(piece);
                }
            }
        }
        Matcher decimals = DECIMALS.matcher(text);
        while (decimals.find()) {
            String[] numbers = decimals.group().split(", ?");
            for (int at = 0; at + PIECE <= numbers.length; at++) {
                String piece = String.join(",", Arrays.copyOfRange(numbers, at, at + PIECE));
                if (pieces.contains(piece)) {
                    return Optional.of(piece);
                }
            }
        }
        for (int at = 0; at + PIECE <= text.length(); at++) {
            if (pieces.contains(text.substring(at, at + PIECE))) {
                return Optional.of(text.substring(at, at + PIECE));
            }
        }
        Matcher numbers = NUMBER.matcher(text);
        while (numbers.find()) {
            for (int at = numbers.start(); text.charAt(at) != '.'; at++) {
                String piece = text.substring(at, numbers.end());
                if (pieces.contains(piece)) {
                    return Optional.of(piece);
                }
            }
        }
        return Optional.empty();
    }
}
