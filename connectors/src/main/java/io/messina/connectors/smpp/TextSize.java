package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppForm;
import java.util.Optional;

/**
 * How large a text is as short messages.
 *
 * @param isGsm whether the alphabet of GSM has all its characters
 * @param parts as how many it goes out; empty if it is too long for any number
 */
public record TextSize(boolean isGsm, Optional<Integer> parts) {

  /**
   * Measures a text.
   *
   * @param text any
   */
  public static TextSize of(String text) {
    return new TextSize(
        GsmAlphabet.encode(text).isPresent(),
        ShortMessage.of("", text, SmppForm.DEFAULT).map(it -> it.parts().size()));
  }
}
