"""Bad Wi-Fi: real tablets in a real Chromium, and a network between them and the service that cuts, slows, flaps and loses answers."""
