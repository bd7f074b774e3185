-- Photos read before these numbers existed say so; nothing is proposed or warned about from what was never measured.
UPDATE photos
SET analysis = '{"tilt": null, "sharpness": null, "black": null, "white": null, "dhash": null}'::jsonb || analysis
WHERE analysis IS NOT NULL;
