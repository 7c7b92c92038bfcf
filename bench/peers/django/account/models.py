from django.conf import settings
from django.db import models


class Profile(models.Model):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile")
    statut = models.TextField(default="PAR")
    nom = models.TextField(null=True)
    prenom = models.TextField(null=True)
    telephone = models.TextField(null=True)
    nomSociete = models.TextField(null=True)
    adresse = models.TextField(null=True)


class CreditLot(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="credit_lots")
    expires_at = models.DateTimeField(null=True)


class LedgerEntry(models.Model):
    lot = models.ForeignKey(CreditLot, models.CASCADE, related_name="entries")
    credits = models.IntegerField()
