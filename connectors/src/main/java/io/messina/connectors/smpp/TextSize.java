package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppForm;
import java.util.Optional;

/**
 * The size of a text as short messages.
 *
 * @param isGsm whether the alphabet of GSM has all its characters
 * @param parts the number of its parts; empty if they are too many
 */
public record TextSize(boolean isGsm, Optional<Integer> parts) {

  /** Measures a text. */
  public static TextSize of(String text) {
    return new TextSize(
        GsmAlphabet.encode(text).isPresent(),
        ShortMessage.of("", text, SmppForm.DEFAULT).map(it -> it.parts().size()));
  }
}
