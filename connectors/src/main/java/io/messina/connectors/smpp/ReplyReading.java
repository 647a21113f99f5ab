package io.messina.connectors.smpp;

import io.messina.connectors.Reply;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.TypeOfNumber;
import org.jspecify.annotations.Nullable;

/** Reads replies of people from deliver_sm. */
final class ReplyReading {

  private static final int USER_DATA_HEADER = 0x40;
  private static final int DEFAULT_ALPHABET = 0;
  private static final int UCS2 = 8;

  /** A number that begins with its country, if its type does not say otherwise. */
  private static final Pattern NUMBER = Pattern.compile("(?:\\+|00)?([1-9][0-9]{6,19})");

  private final Set<String> optOutWords;

  /**
   * Makes a reader.
   *
   * @param optOutWords the words by which a person wants no more, in any case
   */
  ReplyReading(List<String> optOutWords) {
    this.optOutWords = optOutWords.stream().map(ReplyReading::word).collect(Collectors.toSet());
  }

  Reply read(DeliverSm delivered) {
    String text = text(delivered);
    return new Reply(
        number(delivered.getSourceAddr(), delivered.getSourceAddrTon()),
        number(delivered.getDestAddress(), delivered.getDestAddrTon()),
        text,
        optOutWords.contains(word(text)));
  }

  /** Some message centres end texts with a zero, which is an @ in the alphabet of GSM. */
  private static String word(String text) {
    return text.replaceFirst("[@\\x00]+$", "").strip().toUpperCase(Locale.ROOT);
  }

  private static String number(@Nullable String address, byte ton) {
    String said = address == null ? "" : address;
    boolean mayHaveCountry =
        ton == TypeOfNumber.INTERNATIONAL.value() || ton == TypeOfNumber.UNKNOWN.value();
    Matcher number = NUMBER.matcher(said);
    return mayHaveCountry && number.matches() ? "+" + number.group(1) : said;
  }

  private static String text(DeliverSm delivered) {
    byte[] octets = withoutHeader(octets(delivered), delivered.getEsmClass());
    return delivered.getDataCoding() == DEFAULT_ALPHABET && isSeptets(octets)
        ? GsmAlphabet.decode(octets)
        : new String(octets, charset(delivered.getDataCoding()));
  }

  private static byte[] octets(DeliverSm delivered) {
    byte[] message = delivered.getShortMessage();
    if ((message == null || message.length == 0)
        && delivered.getOptionalParameter(OptionalParameter.Tag.MESSAGE_PAYLOAD)
            instanceof OptionalParameter.OctetString payload) {
      return payload.getValue();
    }
    return message == null ? new byte[0] : message;
  }

  private static byte[] withoutHeader(byte[] octets, byte esmClass) {
    if ((esmClass & USER_DATA_HEADER) == 0 || octets.length == 0) {
      return octets;
    }
    int header = 1 + (octets[0] & 0xFF);
    return Arrays.copyOfRange(octets, Math.min(header, octets.length), octets.length);
  }

  /** Of some message centres the default alphabet is Latin 1. */
  private static boolean isSeptets(byte[] octets) {
    for (byte octet : octets) {
      if (octet < 0) {
        return false;
      }
    }
    return true;
  }

  private static Charset charset(byte dataCoding) {
    return dataCoding == UCS2 ? StandardCharsets.UTF_16BE : StandardCharsets.ISO_8859_1;
  }
}
